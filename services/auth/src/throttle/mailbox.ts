import { domainToASCII } from 'node:url';

/**
 * Returns the probable mailbox of a normalized email: it ignores a suffix after a plus sign and the form in which the
 * domain was typed, but not dots, which most providers distinguish.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).split('+');
  const domain = email.slice(at + 1).replace(/\.$/, '');
  return `${local}@${domainToASCII(domain) || domain}`;
}
