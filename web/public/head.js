// Runs before the first paint. src/lib/theme.ts stores the preference.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is not available: the device's theme applies.
}
