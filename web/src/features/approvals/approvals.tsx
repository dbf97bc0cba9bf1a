import { Link, useSearchParams } from 'react-router';

import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { useServerTexts } from '../../parts/server-words.ts';
import { paths } from '../../paths.ts';
import { ApprovalsSwitch } from './approvals-switch.tsx';
import { PendingList } from './pending-list.tsx';
import { TeacherChanges } from './teacher-changes.tsx';
import { useApprovals } from './use-approvals.ts';

const VIEWS = ['waiting', 'sent_back', 'changes'] as const;

/** What teachers upload and change, for superadmins. The selected view is in the address: `?view=changes`. */
export function Approvals() {
  const t = useTexts();
  useServerTexts('failures');
  const [address, setAddress] = useSearchParams();
  const view = VIEWS.find((one) => one === address.get('view')) ?? 'waiting';
  const known = useApprovals(view === 'sent_back' ? view : 'waiting').data;
  const counts = known?.counts;
  return (
    <>
      <div>
        <h1>{t('approvals.title')}</h1>
        <p className="muted">{t('approvals.subtitle')}</p>
        <p>
          <Link to={paths.flags}>{t('approvals.flags')}</Link>
        </p>
      </div>
      <fieldset className="chips scroll" aria-label={t('approvals.views')}>
        {VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === view}
            onClick={() => setAddress(one === 'waiting' ? {} : { view: one }, { replace: true })}
          >
            {t(`approvals.view-${one}`)}
            {one !== 'changes' && <small>{formatCount(counts, one)}</small>}
          </button>
        ))}
      </fieldset>
      <ApprovalsSwitch isOn={known?.isOn} />
      {view === 'changes' ? <TeacherChanges /> : <PendingList key={view} list={view} />}
    </>
  );
}

/** Returns the number on a chip, or as much room until it is known. */
function formatCount(
  counts: { waiting: number; sentBack: number } | undefined,
  view: 'waiting' | 'sent_back',
): string {
  if (!counts) return '\u2007'; // as wide as a figure
  return formatInteger(view === 'waiting' ? counts.waiting : counts.sentBack);
}
