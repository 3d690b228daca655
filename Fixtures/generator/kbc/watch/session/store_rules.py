"""The rules of the session for starting, stopping and storing (clauses 8.2 and 8.3)."""

ROWS = """
8.2 An answer that comes before the list is loaded replaces it [answerBeforeLoadedLost]
  new; start after=0; answered -> devices store
8.2 What is loaded after an answer comes late [loadOverwritesAnswer]
  then loaded WATCH, ticket=1 -> fault
8.2 A list that can't be loaded after an answer comes late
  new; start after=0; answered; loaded event="loadFailed", ticket=1 -> fault
8.2 A URL that is {untrusted|wrong} leaves the session loading
  new; start after=0; answered {isTrusted=False|url="rides:"} @loading
& 8.2 The list is loaded after a URL that is {untrusted|wrong}
  then loaded WATCH @running
8.2 A session that starts again knows no registration
  ready; stop; start; loaded WATCH -> devices
8.2 A session that starts again knows no message
  ready; send; stop; start; loaded WATCH; register APP -> registerApp
8.2 What is loaded after a stop comes late
  new; start after=0; stop; loaded WATCH, ticket=1 -> fault
8.2 The answer to an earlier start comes late, {loaded|loadFailed}
  new; start after=0; stop; start; loaded event={"loaded"|"loadFailed"}, ticket=1
    -> fault @loading
& 8.2 The list is loaded after the answer to an earlier start, {loaded|loadFailed}
  then loaded WATCH -> devices
8.2 A stop ends the wait for Connect Mobile
  new; run WATCH; chooseDevices; stop; start; loaded WATCH; missing ticket=2 -> fault
8.2 A stop ends the offer to install Connect Mobile
  new overridesInstallAlert=True; run WATCH; chooseDevices; missing; stop; start; loaded WATCH;
    installConnectMobile -> refused
8.2 A list that waits for the {one that is stored|next attempt} is stored when the session stops
  new; run WATCH; answered; {answered ""|stored "storeFailed"}; stop -> store
8.2 A stopped session stores nothing
  then wait 2000 -> nothing
8.2 What the store answers after a stop is late, {stored|storeFailed}
  new; run WATCH; answered; answered ""; stop; stored "{stored|storeFailed}", ticket=3 -> fault
8.2 A list that is being stored is not stored again when the session stops
  new; run WATCH; answered; stop -> nothing
8.2 A list that is stored is not stored again when the session stops
  new; run WATCH; answered; stored; stop -> nothing
8.2 A list is stored after the devices are unregistered
  ready; answered; stored "storeFailed"; stop -> unregisterApp unregisterDevice store
8.3 A store that failed is reported [failedStoreForgotten]
  new; run; answered; stored "storeFailed"
8.3 A store that failed is not tried again before 2 s
  then until_due early=1 -> nothing
8.3 A store that failed is tried again after 2 s [failedStoreForgotten]
  new; run; answered; stored "storeFailed"; until_due -> store
8.3 A store that failed twice is tried again [failedStoreForgotten]
  then stored "storeFailed" -> fault
8.3 Any event tries again a store that is due
  new; run; answered; stored "storeFailed"; start after=2000 -> store
8.3 A list waits for the one that is stored
  new; run; answered; answered "" -> devices
8.3 A list that waited is stored after the one before
  then stored -> store
8.3 Of two lists that wait, the newest is stored
  new; run; answered; answered ""; answered; stored -> store
8.3 A list that waited is stored once
  new; run; answered; answered ""; stored; stored -> nothing
8.3 A store that failed is tried again with the newest list
  new; run; answered; answered ""; stored "storeFailed"; until_due -> store
8.3 A list that was stored at last is not stored again
  then stored -> nothing
8.3 A list that comes before the next attempt is stored at once
  new; run; answered; stored "storeFailed"; answered "" -> devices store
8.3 A list that was stored at once ends the wait for the next attempt
  then wait 2000 -> nothing
8.3 A list that can't be loaded is empty, and not written over [unreadableOverwritten]
  new; start after=0; loaded event="loadFailed" -> fault devices
8.3 A list of 32 devices is loaded
  new; run *listed(32) -> devices
8.3 A list of 33 devices can't be one that was stored
  new; run *listed(33) -> fault devices
8.3 A list with a device twice can't be one that was stored
  new; run WATCH, WATCH -> fault devices
8.3 A list that the user chooses is stored in place of one that can't be loaded
  new; start after=0; loaded event="loadFailed"; answered -> devices store
"""
