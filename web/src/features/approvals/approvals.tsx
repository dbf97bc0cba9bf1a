import { useSearchParams } from 'react-router';

import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { useServerTexts } from '../../parts/server-words.ts';
import { ApprovalsSwitch } from './approvals-switch.tsx';
import { PendingList } from './pending-list.tsx';
import { TeacherChanges } from './teacher-changes.tsx';
import { useApprovals } from './use-approvals.ts';

const VIEWS = ['waiting', 'sent_back', 'changes'] as const;
type View = (typeof VIEWS)[number];

/** What teachers upload and change, for superadmins. The selected view is in the address: `?view=changes`. */
export function Approvals() {
  const t = useTexts();
  useServerTexts('failures');
  const [address, setAddress] = useSearchParams();
  const view = VIEWS.find((one) => one === address.get('view')) ?? 'waiting';
  const known = useApprovals(view === 'sent_back' ? view : 'waiting').data;
  const counts = known?.counts;
  const countOf = (one: View) =>
    counts && one !== 'changes' ? (one === 'waiting' ? counts.waiting : counts.sentBack) : undefined;
  return (
    <>
      <div>
        <h1>{t('approvals.title')}</h1>
        <p className="muted">{t('approvals.subtitle')}</p>
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
            {countOf(one) !== undefined && <small>{formatInteger(countOf(one) ?? 0)}</small>}
          </button>
        ))}
      </fieldset>
      {known && <ApprovalsSwitch isOn={known.isOn} />}
      {view === 'changes' ? <TeacherChanges /> : <PendingList key={view} list={view} />}
    </>
  );
}
