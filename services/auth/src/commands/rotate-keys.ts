import { readArguments } from '@larksong/service-kit';

import { rotateSigningKey } from '../keys/signing-key.ts';
import type { Command } from './command.ts';

/** `rotate-keys`. */
export const rotateKeys: Command = (args) => {
  readArguments(args, { options: {}, least: 0, most: 0 });
  return async ({ db, config }) => {
    const key = await rotateSigningKey(db, config.AUTH_SECRET, config.KEY_PUBLISH_SECONDS);
    const seconds = Math.ceil(key.activeInSeconds);
    const text = key.isNew
      ? `A new key is published. It will be used in ${seconds} s, when every service has fetched it. Nobody is signed out.`
      : `A new key is already published. It will be used in ${seconds} s.`;
    return { text, data: { isNew: key.isNew, activeInSeconds: seconds } };
  };
};
