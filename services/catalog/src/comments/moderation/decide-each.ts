import { because, type catalog } from '@larksong/contracts';
import { AppError, type Logger } from '@larksong/service-kit';

/**
 * Makes decisions one after another, and returns what became of each. If one meets a fault of the site, those before it
 * stand, so it and the rest are reported as failed; the error of the very first one is thrown.
 */
export async function decideEach<One extends { id: string }>(
  comments: readonly One[],
  decide: (one: One) => Promise<void>,
  log: Pick<Logger, 'error'>,
): Promise<catalog.DecisionOutcome[]> {
  const outcomes: catalog.DecisionOutcome[] = [];
  for (const one of comments)
    try {
      await decide(one);
      outcomes.push(toOutcome(one.id, 'done'));
    } catch (error) {
      const overtaken = findOvertaken(one.id, error);
      if (!overtaken && outcomes.length === 0) throw error;
      if (!overtaken) {
        log.error({ err: error, commentId: one.id }, 'deciding about many comments stopped at one of them');
        return [...outcomes, ...comments.slice(outcomes.length).map(({ id }) => toOutcome(id, 'failed'))];
      }
      outcomes.push(overtaken);
    }
  return outcomes;
}

function toOutcome(id: string, outcome: 'done' | 'failed'): catalog.DecisionOutcome {
  return { id, outcome, reason: null, values: {} };
}

const GONE = because('comment.gone');

/** Returns what became of a decision, if an error concerns its comment alone. */
function findOvertaken(id: string, error: unknown): catalog.DecisionOutcome | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'ITEM_NOT_FOUND') return { id, outcome: 'overtaken', reason: GONE.reason, values: {} };
  if (error.code !== 'CONFLICT' && error.code !== 'FORBIDDEN') return undefined;
  const { name } = error.values ?? {};
  const values = name === undefined ? {} : { name: String(name) };
  return { id, outcome: 'overtaken', reason: error.reason ?? null, values };
}
