import { catalog, type Data } from '@larksong/contracts';
import { useSearchParams } from 'react-router';

import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { useServerTexts } from '../../parts/server-words.ts';
import { useSession } from '../auth/session.ts';
import { ModerationList } from './moderation-list.tsx';
import { MutedAuthors } from './muted-authors.tsx';
import { ToSettings } from './to-settings.tsx';
import { isOff, useModeration } from './use-moderation.ts';
import { Off } from './list-state.tsx';

/** The comments that somebody has to decide about, and the muted authors. The selected list is in the address: `?list=reported`. */
export function Moderation() {
  const t = useTexts();
  const { isSuperadmin } = useSession();
  useServerTexts('failures');
  const [address] = useSearchParams();
  const wanted = address.get('list');
  const isMuted = isSuperadmin && wanted === MUTED;
  const list = catalog.MODERATION_LISTS.find((one) => one === wanted) ?? 'waiting';
  const query = useModeration(list);
  return (
    <>
      <div>
        <h1>{t('moderation.title')}</h1>
        <p className="muted">{t(isSuperadmin ? 'moderation.subtitle' : 'moderation.subtitle-teacher')}</p>
      </div>
      {isOff(query.error) ? (
        <Off />
      ) : (
        <>
          <Lists selected={isMuted ? MUTED : list} counts={query.data?.counts} />
          {isSuperadmin && <ToSettings />}
          {isMuted ? <MutedAuthors /> : <ModerationList key={list} list={list} query={query} />}
        </>
      )}
    </>
  );
}

/** The list of authors, in the address. */
const MUTED = 'muted' as const;

interface ListsProps {
  selected: catalog.ModerationList | typeof MUTED;
  counts: Data<typeof catalog.listModeration>['counts'] | undefined;
}

function Lists({ selected, counts }: ListsProps) {
  const t = useTexts();
  const { isSuperadmin } = useSession();
  const [, setAddress] = useSearchParams();
  const lists = [...catalog.MODERATION_LISTS, ...(isSuperadmin ? [MUTED] : [])];
  return (
    <fieldset className="chips scroll" aria-label={t('moderation.lists')}>
      {lists.map((one) => (
        <button
          key={one}
          type="button"
          className="chip"
          aria-pressed={one === selected}
          onClick={() => setAddress(one === 'waiting' ? {} : { list: one }, { replace: true })}
        >
          {t(`moderation.list-${one}`)}
          {/* As wide as a figure until it is known. */}
          {one !== MUTED && <small>{counts ? formatInteger(counts[one]) : '\u2007'}</small>}
        </button>
      ))}
    </fieldset>
  );
}
