"""Checks a Kubernetes job against the models of Kubernetes' own client, and prints its container's command.

python3 Tests/Architecture/kubernetes_job.py FILE
"""

import json
import sys

import yaml
from kubernetes.client import ApiClient


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        document = yaml.safe_load(file)
    client = ApiClient()
    # It refuses missing members and values of other types, and drops members that it does not know.
    job = client.deserialize(json.dumps(document), "V1Job", "application/json")
    known = client.sanitize_for_serialization(job)
    if known != document:
        sys.exit(
            f"{sys.argv[1]} has members that Kubernetes does not know:\n{document}\n{known}"
        )
    if job.spec.completion_mode != "Indexed":
        sys.exit("the job is not indexed")
    container = job.spec.template.spec.containers[0]
    shards = [variable.value for variable in container.env if variable.name == "SHARDS"]
    if shards != [str(job.spec.completions)]:
        sys.exit(
            f"SHARDS is {shards}, and the job has {job.spec.completions} completions"
        )
    if container.command != ["sh", "-c"] or len(container.args) != 1:
        sys.exit(f"the container runs {container.command} {container.args}")
    print(container.args[0])


main()
