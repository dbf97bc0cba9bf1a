import { ApiError, catalog, type Input } from '@larksong/contracts';
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
 * Makes decisions. Decided comments are hidden at once; one whose decision was not taken comes back or leaves the list, and
 * a problem says why: when somebody else was faster, or when the comment has changed since.
 */
export function useDecisions() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [said, say] = useSaid();
  const dismiss = (...ids: string[]): void =>
    setProblems((before) => before.filter(({ id }) => !ids.includes(id)));

  async function decide(comments: Comments, decision: Decision): Promise<void> {
    const ids = comments.map(({ id }) => id);
    setHidden((before) => new Set([...before, ...ids]));
    dismiss(...ids);
    const found = await send(comments, decision);
    setProblems((before) => [...before, ...found]);
    setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))));
    const count = comments.length - found.length;
    if (count > 0)
      say(text(decision.decision === 'approve' ? 'moderation.approved' : 'moderation.removed', { count }));
    void invalidate(catalog.listComments, catalog.listNotices);
  }

  return {
    decide,
    /** Ids of comments whose decision is on its way. */
    hidden,
    problems,
    dismiss,
    /** What was just decided, for screen readers. */
    said,
  };
}

/** Sends a decision, and removes the comments from the lists. Returns the problems of those that it was not taken for. */
async function send(comments: Comments, decision: Decision): Promise<Problem[]> {
  try {
    const [only] = comments;
    const problems =
      only && comments.length === 1 ? await sendOne(only, decision) : await sendMany(comments, decision);
    const failed = new Set(problems.map(({ id }) => id));
    removeDecided(comments.map(({ id }) => id).filter((id) => !failed.has(id)));
    // Decided by somebody else, changed or deleted: the list knows.
    if (problems.length > 0) await invalidate(catalog.listModeration);
    return problems;
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 409].includes(error.status))
      await invalidate(catalog.listModeration);
    return comments.map((one) => ({ ...toSubject(one), sentence: errorSentence(error) }));
  }
}

async function sendOne({ id, revision }: catalog.ModeratedComment, decision: Decision): Promise<Problem[]> {
  await call(catalog.decideComment, { params: { id }, body: { ...decision, revision } });
  return [];
}

async function sendMany(comments: Comments, decision: Decision): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (let start = 0; start < comments.length; start += catalog.MAX_DECISIONS) {
    const part = comments.slice(start, start + catalog.MAX_DECISIONS);
    const revisions = part.map(({ id, revision }) => ({ id, revision }));
    const { outcomes } = (await call(catalog.decideComments, { body: { ...decision, comments: revisions } }))
      .data;
    for (const { id, outcome, reason, values } of outcomes) {
      const comment = part.find((one) => one.id === id);
      if (outcome === 'done' || !comment) continue;
      const explained = { ...(reason !== null && { reason }), values: toValues(values) };
      problems.push({ ...toSubject(comment), sentence: explain(explained) || text('moderation.overtaken') });
    }
  }
  return problems;
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
