import { listMessages } from '../reasons.ts';
import { SOUND_FAILURES, VIDEO_FAILURES } from './failures.ts';
import { FINDINGS, PARTS } from './findings.ts';
import { VIDEO_REMARKS } from './remarks.ts';

/**
 * Returns the English messages that a client needs in another language, by the ids of the catalogues `findings` and
 * `failures`: `findings.no-worker.sentence`, `findings.no-worker.remedy`, `findings.part.storage`, `failures.damaged`,
 * `remarks.sound-damaged`, and for failed calls the reasons, `letter.taken`, and codes, `code.EMAIL_TAKEN`.
 */
export function listSentences(): { findings: Record<string, string>; failures: Record<string, string> } {
  const sentences = Object.entries(FINDINGS).flatMap(([id, { sentence, remedy }]) => [
    [`findings.${id}.sentence`, sentence],
    [`findings.${id}.remedy`, remedy],
  ]);
  const parts = Object.entries(PARTS).map(([id, words]) => [`findings.part.${id}`, words]);
  const failures = Object.entries({ ...VIDEO_FAILURES, ...SOUND_FAILURES }).map(([id, message]) => [
    `failures.${id}`,
    message,
  ]);
  const remarks = Object.entries(VIDEO_REMARKS).map(([id, message]) => [`remarks.${id}`, message]);
  return {
    findings: Object.fromEntries([...sentences, ...parts]),
    failures: { ...listMessages(), ...Object.fromEntries([...failures, ...remarks]) },
  };
}
