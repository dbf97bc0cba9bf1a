import { domainToASCII } from 'node:url';

/**
 * The mailbox in which mails to a normalized email arrive, as far as it can be told: what follows a plus sign, and the
 * form in which the domain was typed, do not make another one. Dots do: most providers tell them apart.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).split('+');
  const domain = email.slice(at + 1).replace(/\.$/, '');
  return `${local}@${domainToASCII(domain) || domain}`;
}
