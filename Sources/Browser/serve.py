#!/usr/bin/env python3
"""Serves the page on this machine only, for a browser that opens no files from a disk.

    Sources/Browser/serve.py [--port N] [DIRECTORY]

The directory is .build/browser if none is given; Sources/Browser/build.py makes it.
"""

import argparse
import functools
import http.server
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        # A page that was built again must not be mixed with the old one.
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Serves the page on this machine only."
    )
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument(
        "directory", nargs="?", type=pathlib.Path, default=ROOT / ".build/browser"
    )
    options = parser.parse_args()
    if not (options.directory / "index.html").exists():
        parser.error(
            f"{options.directory} has no page; run Sources/Browser/build.py first"
        )
    handler = functools.partial(Handler, directory=str(options.directory))
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), handler)
    except (OSError, OverflowError) as error:
        parser.error(f"port {options.port}: {error}")
    print(f"http://localhost:{server.server_port}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
