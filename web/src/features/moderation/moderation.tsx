import { catalog } from '@larksong/contracts';
import { useSearchParams } from 'react-router';

import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { useServerTexts } from '../../parts/server-words.ts';
import { useSession } from '../auth/session.ts';
import { ModerationList } from './moderation-list.tsx';
import { ToSettings } from './to-settings.tsx';
import { isOff, useModeration } from './use-moderation.ts';
import { Off } from './list-state.tsx';

/** The comments that somebody has to decide about. The selected list is in the address: `?list=reported`. */
export function Moderation() {
  const t = useTexts();
  const { isSuperadmin } = useSession();
  useServerTexts('failures');
  const [address, setAddress] = useSearchParams();
  const list = catalog.MODERATION_LISTS.find((one) => one === address.get('list')) ?? 'waiting';
  const query = useModeration(list);
  const counts = query.data?.counts;
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
          <fieldset className="chips scroll" aria-label={t('moderation.lists')}>
            {catalog.MODERATION_LISTS.map((one) => (
              <button
                key={one}
                type="button"
                className="chip"
                aria-pressed={one === list}
                onClick={() => setAddress(one === 'waiting' ? {} : { list: one }, { replace: true })}
              >
                {t(`moderation.list-${one}`)}
                {/* As wide as a figure until it is known. */}
                <small>{counts ? formatInteger(counts[one]) : '\u2007'}</small>
              </button>
            ))}
          </fieldset>
          {isSuperadmin && <ToSettings />}
          <ModerationList key={list} list={list} query={query} />
        </>
      )}
    </>
  );
}
