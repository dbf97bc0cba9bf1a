import { game } from '@larksong/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { queryKeyOf, useCall } from '../../api/queries.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './grid-settings.module.css';

/** The grids that players can choose. Each change is saved at once. */
export function GridSettings() {
  const t = useTexts();
  const query = useCall(game.getGameSettings, {});
  return (
    <section className="panel" aria-labelledby="grids">
      <h2 id="grids">{t('grids.title')}</h2>
      {query.isPending && <Status className="muted">{t('grids.loading')}</Status>}
      {query.isError && query.data === undefined && (
        <LoadFailed
          title={t('grids.failed')}
          level={3}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <Grids saved={query.data.settings.grids} />}
    </section>
  );
}

/** Manages the chosen grids, at least one of those that the contract lists. */
function useGrids(saved: readonly game.Grid[]) {
  const queries = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  const saving = useMutation({
    mutationFn: async (grids: game.Grid[]) => (await call(game.putGameSettings, { body: { grids } })).data,
    onSuccess: (data) => {
      queries.setQueryData(queryKeyOf(game.getGameSettings, {}), data);
      void invalidate(game.listCategories);
    },
  });
  const chosen = saving.isPending ? saving.variables : saved;
  const choose = (grid: game.Grid, isChosen: boolean) => {
    if (saving.isPending) return;
    saving.reset();
    const grids = game.GRIDS.filter((other) => (other === grid ? isChosen : chosen.includes(other)));
    setRefusal(grids.length === 0 ? text('grids.choose-one') : undefined);
    if (grids.length > 0) saving.mutate(grids);
  };
  const problem = refusal ?? (saving.isError ? errorSentence(saving.error) : undefined);
  return { chosen, choose, problem, isSaved: saving.isSuccess };
}

function Grids({ saved }: { saved: readonly game.Grid[] }) {
  const t = useTexts();
  const { chosen, choose, problem, isSaved } = useGrids(saved);
  return (
    <fieldset className={styles.grids}>
      <legend>{t('grids.legend')}</legend>
      {game.GRIDS.map((grid) => (
        <label key={grid} className="choice">
          <input
            type="checkbox"
            name="grids"
            checked={chosen.includes(grid)}
            onChange={(event) => choose(grid, event.target.checked)}
          />
          <span>
            {grid}
            <small>{t('game-admin.cards', { count: game.CARD_COUNTS[grid] })}</small>
          </span>
        </label>
      ))}
      {problem !== undefined && <Message kind="bad">{problem}</Message>}
      <Status className="small muted">{isSaved && t('grids.saved')}</Status>
    </fieldset>
  );
}
