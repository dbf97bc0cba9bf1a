import { auth } from '@larksong/contracts';

import { text } from '../../lib/texts.ts';
import { meets, textRulesOf } from '../../parts/text-rules.ts';
import { explain } from '../../lib/server-sentences/texts.ts';

export type Mode = 'login' | 'register';

export interface Credentials {
  username: string;
  email: string;
  password: string;
}

type CredentialErrors = Partial<Record<keyof Credentials, string>>;

const rules = textRulesOf<keyof Credentials>(auth.register.body.properties);

/** Returns the errors to correct before the call is made. Signing in requires only a valid email and no empty field. */
export function checkCredentials(mode: Mode, credentials: Credentials): CredentialErrors {
  const errors: CredentialErrors = {};
  for (const name of ['username', 'email', 'password'] as const) {
    if (name === 'username' && mode === 'login') continue;
    const value = name === 'password' ? credentials.password : credentials[name].trim();
    if (value === '') errors[name] = text(`credentials.missing.${name}`);
    else if ((mode === 'register' || name === 'email') && !meets(rules[name], value))
      errors[name] = explain(rules[name]) || text(`credentials.missing.${name}`);
  }
  if (errors.username) errors.username = withProposal(errors.username, credentials.username);
  return errors;
}

/** Appends a sentence with the name without spaces if these are what is wrong. */
function withProposal(error: string, username: string): string {
  const proposal = username.trim().toLowerCase().replaceAll(/\s+/g, '.');
  if (proposal === '' || !meets(rules.username, proposal) || !/\s/.test(username.trim())) return error;
  return text('credentials.username-with-proposal', { error, proposal });
}

/** Returns the error in a newly chosen password according to the contract, if any. */
export function checkNewPassword(password: string): string | undefined {
  if (password === '') return text('credentials.missing-new-password');
  return meets(rules.password, password) ? undefined : explain(rules.password);
}

/** Returns the error in the address of a requested mail, if any. */
export function checkEmail(email: string): string | undefined {
  const address = email.trim();
  if (address === '') return text('credentials.email-to-continue');
  return meets(rules.email, address) ? undefined : explain(rules.email);
}
