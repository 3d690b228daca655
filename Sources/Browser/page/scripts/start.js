// The last script: everything is there.
Knav.tabs.start();
