// Runs before the first paint; src/lib/theme.ts writes what it reads.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the device's theme holds.
}
