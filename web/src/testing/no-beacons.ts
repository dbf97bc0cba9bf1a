/* A Vitest setup file: players report how a playback went when they are left, often after the site of a test has ended, and
   happy-dom sends that with a fetch that nobody awaits. What is sent has a test: playback-report.test.ts. */
navigator.sendBeacon = () => true;
