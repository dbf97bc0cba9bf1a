import { ApiError, auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Animal, nameOf } from '../../parts/nest/animal.tsx';
import { NameSearch, useNameSearch } from '../../parts/nest/name-search.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { ChoosePin } from './choose-pin.tsx';
import { leaveToNests } from './leave-to-nests.ts';
import styles from './hand-over-dialog.module.css';

interface HandOverDialogProps {
  /** Those that may be chosen; the first one is chosen already. */
  nests: readonly auth.Nest[];
  isPinSet: boolean;
  onClose: () => void;
}

/** Leaves this device to nests, after the first time's choice of a PIN. */
export function HandOverDialog({ nests, isPinSet, onClose }: HandOverDialogProps) {
  const t = useTexts();
  const [hasPin, setHasPin] = useState(isPinSet);
  if (!hasPin)
    return (
      <ChoosePin submitLabel={t('hand-over.pin-next')} onChosen={() => setHasPin(true)} onClose={onClose} />
    );
  return <Confirm nests={nests} onNoPin={() => setHasPin(false)} onClose={onClose} />;
}

interface ConfirmProps extends Pick<HandOverDialogProps, 'nests' | 'onClose'> {
  onNoPin: () => void;
}

function Confirm({ nests, onNoPin, onClose }: ConfirmProps) {
  const t = useTexts();
  const [chosen, setChosen] = useState<readonly string[]>(nests.slice(0, 1).map(({ id }) => id));
  const [canSwitch, setCanSwitch] = useState(true);
  const isTooMany = chosen.length > auth.MAX_HANDED_OVER;
  const leaving = useMutation({
    mutationFn: async () => (await call(auth.handOver, { body: { nestIds: [...chosen], canSwitch } })).data,
    onSuccess: leaveToNests,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'NO_PIN') onNoPin();
    },
  });
  return (
    <Dialog open title={t('hand-over.title')} onClose={onClose}>
      <NestTicks nests={nests} chosen={chosen} onChange={setChosen} />
      {chosen.length > 1 && (
        <label className="choice">
          <input
            type="checkbox"
            checked={canSwitch}
            onChange={({ target }) => setCanSwitch(target.checked)}
          />
          <span>{t('hand-over.can-switch')}</span>
        </label>
      )}
      {isTooMany && (
        <Message kind="warn">{t('hand-over.too-many', { maximum: auth.MAX_HANDED_OVER })}</Message>
      )}
      <p>{t('hand-over.what', { count: chosen.length })}</p>
      <NotLocked />
      {leaving.error && <Message kind="bad">{errorSentence(leaving.error)}</Message>}
      <Actions
        canGo={chosen.length > 0 && !isTooMany}
        isBusy={leaving.isPending || leaving.isSuccess}
        onGo={() => leaving.mutate()}
        onClose={onClose}
      />
    </Dialog>
  );
}

/** A page cannot lock a tablet, and says how the tablet can. */
function NotLocked() {
  const t = useTexts();
  return (
    <p className="muted small">
      {t('hand-over.not-locked')}{' '}
      <Link to={paths.lockTablet} target="_blank">
        {t('hand-over.how-to-lock')}
      </Link>
    </p>
  );
}

interface NestTicksProps {
  nests: readonly auth.Nest[];
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** The nests that may be chosen; of many, those whose name or class is searched for. */
function NestTicks({ nests, chosen, onChange }: NestTicksProps) {
  const t = useTexts();
  const classNames = useClassNames(nests);
  const search = useNameSearch(nests, classNames);
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <>
      <NameSearch search={search} />
      <fieldset className={styles.nests} data-many={search.isOffered || undefined}>
        <legend className="sr-only">{t('hand-over.which')}</legend>
        {search.found.map((nest) => (
          <label key={nest.id} className="choice">
            <input type="checkbox" checked={chosen.includes(nest.id)} onChange={() => toggle(nest.id)} />
            <Animal face={nest} className={styles.animal} />
            <span>
              <bdi>{nameOf(nest, t)}</bdi>
              {classNames.has(nest.classId ?? '') && (
                <small dir="auto">{classNames.get(nest.classId ?? '')}</small>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      {/* Some of them may not be among those that were found. */}
      {search.isOffered && <Status>{t('hand-over.chosen', { count: chosen.length })}</Status>}
    </>
  );
}

/** Returns the names of the classes of nests by their ids, unless all nests are of the same one. */
function useClassNames(nests: readonly auth.Nest[]): ReadonlyMap<string, string> {
  const { data } = useCall(auth.listClasses, {});
  const ids = new Set(nests.map(({ classId }) => classId));
  const classes = ids.size > 1 ? (data?.classes ?? []) : [];
  return new Map(classes.map(({ id, name }) => [id, name]));
}

interface ActionsProps {
  canGo: boolean;
  isBusy: boolean;
  onGo: () => void;
  onClose: () => void;
}

function Actions({ canGo, isBusy, onGo, onClose }: ActionsProps) {
  const t = useTexts();
  return (
    <div className="actions">
      <Button variant="plain" onClick={onClose}>
        {t('dialog.cancel')}
      </Button>
      <Button disabled={!canGo} busy={isBusy} onClick={onGo}>
        {t('hand-over.go')}
      </Button>
    </div>
  );
}
