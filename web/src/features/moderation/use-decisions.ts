import { catalog, type Input } from '@larksong/contracts';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { explain } from '../../lib/server-sentences/texts.ts';
import { text } from '../../lib/texts.ts';
import type { Problem } from '../../parts/deciding/problems.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { useSaid } from '../../ui/use-said.ts';
import { removeDecided } from './use-moderation.ts';

export type Decision = Omit<Input<typeof catalog.decideComment>['body'], 'revision'>;

type Comments = readonly catalog.ModeratedComment[];

/**
 * Makes decisions. Comments that are decided at once are hidden meanwhile; one whose decision was not taken comes back or
 * leaves the list, and a problem says why: when somebody else was faster, or when the comment has changed since.
 */
export function useDecisions() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [said, say] = useSaid();
  const dismiss = (...ids: string[]): void =>
    setProblems((before) => before.filter(({ id }) => !ids.includes(id)));

  /** Removes decided comments from the lists, and shows the problems of the others. */
  function note(comments: Comments, { decision }: Decision, found: readonly Problem[]): void {
    const failed = new Set(found.map(({ id }) => id));
    const decided = comments.filter(({ id }) => !failed.has(id));
    removeDecided(decided.map(({ id }) => id));
    dismiss(...comments.map(({ id }) => id));
    setProblems((before) => [...before, ...found]);
    if (decided.length > 0) say(describe(decided, decision));
    void invalidate(catalog.listComments, catalog.listNotices);
  }

  async function decide(comments: Comments, decision: Decision): Promise<void> {
    const ids = comments.map(({ id }) => id);
    setHidden((before) => new Set([...before, ...ids]));
    dismiss(...ids);
    const found = await send(comments, decision).catch((error: unknown) => toProblems(comments, error));
    note(comments, decision, found);
    setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))));
  }

  return {
    decide,
    send,
    note,
    /** Ids of comments whose decision is on its way. */
    hidden,
    problems,
    dismiss,
    /** What was just decided, for screen readers. */
    said,
  };
}

/** Returns whether only the changed text of a comment waits. */
export function isChange({ waitingText }: catalog.ModeratedComment): boolean {
  return waitingText !== null;
}

/** Returns what was decided, for screen readers. */
function describe(decided: Comments, decision: catalog.CommentDecision): string {
  if (decision === 'approve') return text('moderation.approved', { count: decided.length });
  const changeCount = decision === 'refuse' ? decided.filter(isChange).length : 0;
  const removedCount = decided.length - changeCount;
  return [
    ...(removedCount > 0 ? [text('moderation.removed', { count: removedCount })] : []),
    ...(changeCount > 0 ? [text('moderation.refused', { count: changeCount })] : []),
  ].join(' ');
}

/** Sends a decision. Returns the problems of those that it was not taken for. Throws if it was taken for none. */
async function send(comments: Comments, decision: Decision): Promise<Problem[]> {
  const [only] = comments;
  let problems: Problem[] = [];
  try {
    if (only && comments.length === 1) await sendOne(only, decision);
    else problems = await sendMany(comments, decision);
    return problems;
  } catch (error) {
    problems = toProblems(comments, error);
    throw error;
  } finally {
    // Decided by somebody else, changed or deleted, or decided although no answer came: the list knows.
    if (problems.length > 0) await invalidate(catalog.listModeration);
  }
}

async function sendOne({ id, revision }: catalog.ModeratedComment, decision: Decision): Promise<void> {
  await call(catalog.decideComment, { params: { id }, body: { ...decision, revision } });
}

/** Sends one part after the other. After a failure, the rest is not sent, and what was decided before counts. */
async function sendMany(comments: Comments, decision: Decision): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (let start = 0; start < comments.length; start += catalog.MAX_DECISIONS) {
    try {
      problems.push(...(await sendPart(comments.slice(start, start + catalog.MAX_DECISIONS), decision)));
    } catch (error) {
      if (start === 0) throw error;
      return [...problems, ...toProblems(comments.slice(start), error)];
    }
  }
  return problems;
}

async function sendPart(part: Comments, decision: Decision): Promise<Problem[]> {
  const revisions = part.map(({ id, revision }) => ({ id, revision }));
  const body = { ...decision, comments: revisions };
  const { outcomes } = (await call(catalog.decideComments, { body })).data;
  return outcomes.flatMap((one) => {
    const comment = part.find(({ id }) => id === one.id);
    return one.outcome === 'done' || !comment ? [] : [{ ...toSubject(comment), sentence: toSentence(one) }];
  });
}

function toSentence({ outcome, reason, values }: catalog.DecisionOutcome): string {
  if (outcome === 'failed') return text('failure.unexpected');
  return (
    explain({ ...(reason !== null && { reason }), values: toValues(values) }) || text('moderation.overtaken')
  );
}

function toProblems(comments: Comments, error: unknown): Problem[] {
  return comments.map((one) => ({ ...toSubject(one), sentence: errorSentence(error) }));
}

function toValues({ name }: { name?: string }): Record<string, string> {
  return name === undefined ? {} : { name };
}

const MAX_SHOWN = 80;

/** Returns what a problem is about: the author and the beginning of the comment. */
function toSubject({ id, author, text: written }: catalog.ModeratedComment) {
  const shown = written.length > MAX_SHOWN ? `${written.slice(0, MAX_SHOWN).trimEnd()}…` : written;
  return { id, title: text('moderation.subject', { name: author.name, text: shown }) };
}
