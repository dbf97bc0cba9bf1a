import { useEffect, type ComponentType } from 'react';

import { useChunk, type CodeChunk } from '../../lib/chunk.ts';
import { NoAnswerError } from '../../lib/time-limit.ts';
import { canReachServer } from '../../parts/page-code.ts';
import { Rests } from './rests.tsx';

/** How often the site is looked for. */
const RETRY_MS = 5000;

/**
 * Returns a page of a nest, or one that rests until its code can be loaded: its animal leads back to the
 * nest, and nothing to the rest of the site. Rejects if there is no answer, since only a full page load asks again.
 */
export async function loadNestPage(code: CodeChunk<ComponentType>): Promise<ComponentType> {
  try {
    return await code.fetch();
  } catch (error) {
    if (error instanceof NoAnswerError) throw error;
    return createLatePage(code);
  }
}

function createLatePage(code: CodeChunk<ComponentType>): ComponentType {
  return function LatePage() {
    const { loaded: Page, hasFailed } = useChunk(code);
    useEffect(() => {
      if (!hasFailed) return undefined;
      // Some browsers never repeat a failed import, and the server may have another version by then.
      const look = async () => (await canReachServer()) && window.location.reload();
      const timer = setInterval(() => void look(), RETRY_MS);
      return () => clearInterval(timer);
    }, [hasFailed]);
    return Page ? <Page /> : <Rests hasWay />;
  };
}
