import { auth } from '@larksong/contracts';

export type Mode = 'login' | 'register';

export interface Credentials {
  username: string;
  email: string;
  password: string;
}

type CredentialErrors = Partial<Record<keyof Credentials, string>>;

/** The parts of a string schema that the form checks; the server checks everything again. */
interface TextRules {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  message?: string;
}

// TypeBox keeps a schema's options beside its type, where TypeScript does not see them.
const rules = auth.register.body.properties as Record<keyof Credentials, TextRules>;

const MISSING: Required<CredentialErrors> = {
  username: 'Enter a username.',
  email: 'Enter your email.',
  password: 'Enter your password.',
};

/** Returns the errors to correct before the call is made. Signing in requires only a valid email and no empty field. */
export function checkCredentials(mode: Mode, credentials: Credentials): CredentialErrors {
  const errors: CredentialErrors = {};
  for (const name of ['username', 'email', 'password'] as const) {
    if (name === 'username' && mode === 'login') continue;
    const value = name === 'password' ? credentials.password : credentials[name].trim();
    if (value === '') errors[name] = MISSING[name];
    else if ((mode === 'register' || name === 'email') && !isWithin(rules[name], value))
      errors[name] = rules[name].message ?? MISSING[name];
  }
  return errors;
}

/** Returns the error in a newly chosen password according to the contract, if any. */
export function checkNewPassword(password: string): string | undefined {
  if (password === '') return 'Enter a new password.';
  return isWithin(rules.password, password) ? undefined : rules.password.message;
}

/** Returns the error in the address of a requested mail, if any. */
export function checkEmail(email: string): string | undefined {
  const address = email.trim();
  if (address === '') return 'Enter your email to continue';
  return isWithin(rules.email, address) ? undefined : rules.email.message;
}

function isWithin({ minLength = 0, maxLength = Infinity, pattern = '' }: TextRules, value: string): boolean {
  const length = Array.from(value).length; // code points, as JSON Schema counts
  return length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(value);
}
