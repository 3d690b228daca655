"""The rules of choosing devices (clause 8.12)."""

from __future__ import annotations

from .script import (
    APP,
    FAR_APP,
    OTHER_APP,
    STORE_ID,
    UNKNOWN_APP,
    WATCH,
    CompanionCollection,
    CompanionScript,
    ready,
)


def add_choosing_rules(collection: CompanionCollection) -> None:
    """Adds the rules."""
    for overrides, effect in (
        (False, "showInstallAlert"),
        (True, "needsToInstallConnectMobile"),
    ):
        script = ready(overridesInstallAlert=overrides).do("chooseDevices").missing()
        title = f"Connect Mobile is missing: {effect}"
        collection.add(title, "8.12", script, effects=[effect])
        script = ready(overridesInstallAlert=overrides)
        script.do("showStorePage", app=APP, storeID=STORE_ID).missing()
        title = f"Connect Mobile is missing for a store page: {effect}"
        collection.add(title, "8.12", script, effects=[effect])
        script = ready(overridesInstallAlert=overrides).do("chooseDevices").missing()
        title = f"The app wants to install Connect Mobile after {effect}"
        collection.add(title, "8.12", script.do("installConnectMobile"))

    def missing() -> CompanionScript:
        return ready(overridesInstallAlert=True).do("chooseDevices").missing()

    script = missing().do("installConnectMobile").do("installConnectMobile")
    title = "Connect Mobile is installed once for each time that it is missing"
    collection.add(title, "8.12", script, effects=["refused"])
    script = missing().missing(ticket=missing().model.tickets)
    title = "Connect Mobile is missing once for each request"
    collection.add(title, "8.12", script, effects=["fault"])
    script = missing().do("chooseDevices").do("installConnectMobile")
    title = "An offer to install holds while the user chooses again"
    collection.add(title, "8.12", script, effects=["openAppStore"])
    script = missing().answered().do("installConnectMobile")
    title = "An answer ends the offer to install"
    collection.add(title, "8.12", script, effects=["refused"])
    script = ready().do("chooseDevices")
    ticket = script.model.opening
    script.answered().missing(ticket=ticket)
    title = "An answer ends the wait for Connect Mobile"
    collection.add(title, "8.12", script, effects=["fault"])
    script = ready().do("chooseDevices").do("chooseDevices").missing(ticket=ticket)
    title = "Only the last request can find Connect Mobile missing"
    collection.add(title, "8.12", script, effects=["fault"])
    for rest in ({"isTrusted": False}, {"url": "rides:"}):
        script = ready().do("chooseDevices").answered(**rest).missing()
        title = f"A URL that is not an answer ends no wait, {next(iter(rest))}"
        collection.add(title, "8.12", script, effects=["showInstallAlert"])
    for what, app, effect in (
        ("of an app that is not registered", OTHER_APP, "openStorePage"),
        ("for a device that is not registered", FAR_APP, "openStorePage"),
        ("for a device that is not in the list", UNKNOWN_APP, "refused"),
    ):
        script = ready().do("showStorePage", app=app, storeID=None)
        collection.add(f"The store page {what}", "8.12", script, effects=[effect])
    script = CompanionScript(
        appName="Rides & more", bundleIdentifier="a b", urlScheme="b", libraryVersion=9
    )
    script.run().do("chooseDevices")
    title = "The URL has the parts of the configuration"
    collection.add(title, "8.12", script, effects=["openDeviceSelection"])
    for state in (ready, lambda: CompanionScript().run(WATCH)):
        script = state().answered("", isTrusted=False)
        title = f"An answer that is not trusted is a fault while {script.place}"
        flags = ["untrustedAnswerTaken"]
        collection.add(title, "8.12", script, effects=["fault"], flags=flags)
    for what, url in (
        ("another scheme", "other://device-select-resp"),
        ("a device without an identifier", "rides://device-select-resp?d0Name=a"),
        ("an invalid percent sign", "rides://device-select-resp?a=%"),
    ):
        script = ready().answered(url=url)
        collection.add(
            f"A URL with {what} is a fault", "8.12", script, effects=["fault"]
        )
