import { reachOf } from '@larksong/contracts';

const LEAST_LENGTH = 16;
const LEAST_CHARACTERS = 8;
/** Words of placeholders and of the defaults of well-known servers. */
const PLACEHOLDER =
  /change|secret|password|passwort|example|larksong|minioadmin|postgres|^qwert|^12345|^abcdef/i;

/** Returns whether a secret is a placeholder, short, or made of few different characters. */
export function isWeakSecret(secret: string): boolean {
  return secret.length < LEAST_LENGTH || new Set(secret).size < LEAST_CHARACTERS || PLACEHOLDER.test(secret);
}

/** Secrets and passwords by the name of their setting; missing ones are skipped. */
export interface Secrets {
  /** Each must have a different value. */
  secrets: Readonly<Record<string, string>>;
  /** Passwords for servers; several servers may share one. */
  passwords?: Readonly<Record<string, string | undefined>>;
}

/** Returns the names of those that are weak, and of secrets that have the value of another one. */
export function listWeakSecrets({ secrets, passwords = {} }: Secrets): string[] {
  const own = Object.entries(secrets);
  const isShared = (name: string, value: string) =>
    own.some(([otherName, other]) => otherName !== name && other === value);
  return [
    ...own.filter(([name, value]) => isWeakSecret(value) || isShared(name, value)),
    ...Object.entries(passwords).filter(([, value]) => value !== undefined && isWeakSecret(value)),
  ].map(([name]) => name);
}

/** Returns the password in a URL if its server may be reached from other machines, else undefined. */
export function remotePassword(url: string): string | undefined {
  const { hostname, password } = new URL(url);
  return isLoopback(hostname) || password === '' ? undefined : decodeURIComponent(password);
}

/** Returns whether a host name always means the machine itself. */
export function isLoopback(hostname: string): boolean {
  return reachOf(hostname) === 'machine';
}
