// The screen of a device: kept on, and filled by the display alone.
(function () {
  'use strict';

  /** When to ask again for a lock that the system took away from a page that is seen. */
  const WAIT_IN_MS = 1000;

  /** Keeps the screen on while it is wanted to be. `tell` is called with `on`, `off`, or an exception that says why not. */
  Knav.makeWakeLock = function (tell) {
    let lock = null;
    let isWanted = false;
    let isAsking = false;

    async function ask() {
      if (isAsking || lock !== null || !isWanted || document.hidden) return;
      isAsking = true;
      try {
        const taken = await navigator.wakeLock.request('screen');
        taken.addEventListener('release', () => {
          tell('off');
          if (lock !== taken) return;
          lock = null;
          setTimeout(ask, WAIT_IN_MS);
        });
        lock = taken;
        tell('on');
      } catch (error) {
        // Without the interface it is a TypeError, whose message is not for people.
        tell('wakeLock' in navigator ? error : null);
      }
      isAsking = false;
      if (!isWanted) release();
    }

    function release() {
      const held = lock;
      lock = null; // Before its event.
      held?.release();
    }

    // A page that is hidden loses it.
    document.addEventListener('visibilitychange', ask);
    return {
      want(wants) {
        isWanted = wants;
        if (wants) ask();
        else release();
      },
    };
  };

  /** Lets an element fill the screen, or at least the page where the browser has no full screen. */
  Knav.makeLarge = function (element, changed) {
    let isLarge = false;
    let request = null;
    let isAsking = false;

    function set(large) {
      if (large === isLarge) return;
      isLarge = large;
      element.classList.toggle('device-large', large);
      document.documentElement.classList.toggle('device-large-page', large);
      changed(large);
    }

    document.addEventListener('fullscreenchange', () => {
      // While it asks, that is the end of the full screen before.
      if (document.fullscreenElement === null && !isAsking) set(false);
    });
    document.addEventListener('keydown', (event) => {
      if (isLarge && event.key === 'Escape') leave();
    });

    async function leave() {
      const left = request;
      await left; // A full screen that came after it was left would stay.
      try {
        // Until this is over, nothing else in the page can have the focus.
        if (document.fullscreenElement === element) await document.exitFullscreen();
      } catch {
        // It has ended already.
      }
      if (left === request) set(false);
    }

    return {
      enter() {
        set(true);
        isAsking = true;
        request = (async () => {
          try {
            await element.requestFullscreen?.({ navigationUI: 'hide' });
          } catch {
            // It fills the page all the same.
          }
          isAsking = false;
        })();
      },
      leave,
    };
  };
})();
