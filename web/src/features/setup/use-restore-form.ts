import { auth } from '@larksong/contracts';
import { useState, type ReactNode } from 'react';

import { call } from '../../api/client.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { englishWords, showWords } from '../../parts/server-words.ts';
import { useForm } from '../../parts/use-form.ts';
import { checkRestore, toRestoreRequest, type RestoreValues } from './check-restore.ts';

const LOOK_EVERY_MS = 500;

const DEFAULTS: RestoreValues = {
  place: '',
  endpoint: '',
  accessKey: '',
  secretKey: '',
  passphrase: '',
  backup: '',
};

interface RestoreFormDeps {
  code: string;
  onTry: () => void;
  onStarted: (requestId: string) => void;
}

/** The backups of a place, as they were listed last. */
interface Listed {
  place: string;
  isTrusted: boolean;
  outcome: auth.RestoreOutcome;
}

/** Manages the form that lists the backups of a place, and then starts the restore of the chosen one. */
export function useRestoreForm({ code, onTry, onStarted }: RestoreFormDeps) {
  const [listed, setListed] = useState<Listed>();
  const [trusted, setTrusted] = useState('');
  // A list, and the trust in it, apply only to the place that it belongs to.
  const findListed = (values: RestoreValues) =>
    listed?.place === toKey(values) ? listed.outcome : undefined;
  const isTrusting = (values: RestoreValues) => trusted === toKey(values);
  const canRestore = (values: RestoreValues) =>
    canChoose(findListed(values)) && listed?.isTrusted === isTrusting(values);
  const defaults: RestoreValues = { ...DEFAULTS, backup: listed?.outcome.backups[0]?.id ?? '' };
  const form = useForm({
    defaults,
    check: (values) => checkRestore(values, findListed(values)),
    send: async (values) => {
      const isTrusted = isTrusting(values);
      const chosen = canRestore(values) ? values.backup : null;
      const body = { code, ...toRestoreRequest(values, { backup: chosen, isTrusted }) };
      const { requestId } = (await call(auth.requestRestore, { body })).data;
      return chosen === null
        ? { place: toKey(values), isTrusted, outcome: await untilAnswered(requestId) }
        : { requestId };
    },
    onSubmit: onTry,
    onSent: (sent, { clear }) => {
      if (sent.requestId !== undefined) return onStarted(sent.requestId);
      clear('backup');
      setListed(sent);
    },
  });
  const { values } = form;
  const found = findListed(values);
  return {
    form,
    found,
    canRestore: canRestore(values),
    isTrusting: isTrusting(values),
    trust: (isTrusted: boolean) => setTrusted(isTrusted ? toKey(values) : ''),
    problem: toProblem(found, form.error),
  };
}

function toProblem(found: auth.RestoreOutcome | undefined, error: Error | null): ReactNode {
  if (found?.state === 'failed') return showWords(englishWords(found.sentence));
  return error ? errorSentence(error) : undefined;
}

function canChoose(found: auth.RestoreOutcome | undefined): boolean {
  return found?.state === 'done' && !found.needsPassphrase && found.backups.length > 0;
}

/** Returns the fields that a list depends on. */
function toKey({ place, endpoint, accessKey, secretKey, passphrase }: RestoreValues): string {
  return JSON.stringify([place.trim(), endpoint, accessKey, secretKey, passphrase]);
}

async function untilAnswered(requestId: string): Promise<auth.RestoreOutcome> {
  for (;;) {
    const { restore } = (await call(auth.getRestore, { body: { requestId } })).data;
    if (restore.state !== 'waiting') return restore;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
