/**
 * Whether an address can be called: http or https with a host, without spaces, and without a user name or a password,
 * which would be shown.
 */
export function isWebhookUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/]+/i.test(text) || /\s/.test(text) || !text.isWellFormed()) return false;
  if (!URL.canParse(text)) return false;
  const { port, username, password } = new URL(text);
  return port !== '0' && username === '' && password === '';
}
