import { auth } from '@larksong/contracts';
import { useId, useState } from 'react';

import { formatList } from '../../../lib/format.ts';
import { text, useTexts } from '../../../lib/texts.ts';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { only, useForm } from '../../../parts/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Message } from '../../../ui/message.tsx';
import { addNests } from './class-calls.ts';
import { readNicknames, type Nicknames } from './nicknames.ts';
import type { FullClass } from './use-class.ts';

interface AddChildrenDialogProps {
  full: FullClass;
  onClose: () => void;
}

/** Makes a nest for each line of a pasted column. */
export function AddChildrenDialog({ full, onClose }: AddChildrenDialogProps) {
  const t = useTexts();
  const formId = useId();
  const adding = useAdding(full, onClose);
  const { form, found, names, problem } = adding;
  return (
    <Dialog open title={t('add-children.title')} onClose={onClose}>
      <form {...form.props} id={formId} className="stack">
        <Field
          label={t('add-children.nicknames')}
          hint={t('add-children.hint')}
          error={form.errors.typed ?? (names.length > 0 ? problem : undefined)}
        >
          {(control) => (
            <textarea
              {...control}
              {...form.field('typed')}
              dir="auto"
              rows={8}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          )}
        </Field>
        <Doubles found={found} isKept={adding.keepsDoubles} onKeep={adding.setKeepsDoubles} />
        <Tick isOn={adding.withCards} onChange={adding.setWithCards} label={t('add-children.with-cards')} />
        {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      </form>
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" form={formId} busy={form.isBusy}>
          {t('add-children.add', { count: names.length })}
        </Button>
      </div>
    </Dialog>
  );
}

function useAdding({ one, nests, room }: FullClass, onClose: () => void) {
  const [withCards, setWithCards] = useState(true);
  const [keepsDoubles, setKeepsDoubles] = useState(false);
  const existing = nests.flatMap(({ nickname }) => nickname ?? []);
  const toNames = (typed: string) => {
    const found = readNicknames(typed, existing);
    return { found, names: keepsDoubles ? found.all : found.fresh };
  };
  const form = useForm({
    defaults: { typed: '' },
    check: ({ typed }) => {
      const { found, names } = toNames(typed);
      return only('typed', findProblem(found, names, room));
    },
    send: ({ typed }) => addNests(one.id, { nicknames: [...toNames(typed).names], withCards }),
    onSent: onClose,
  });
  const { found, names } = toNames(form.values.typed);
  const problem = findProblem(found, names, room);
  return { form, found, names, problem, withCards, setWithCards, keepsDoubles, setKeepsDoubles };
}

/** Returns what keeps these nicknames from being added; the server checks it again. */
function findProblem(
  { all, tooLong }: Nicknames,
  names: readonly string[],
  room: number | null,
): string | undefined {
  if (tooLong !== undefined)
    return text('add-children.too-long', { name: shorten(tooLong), maximum: auth.MAX_NICKNAME });
  if (names.length === 0)
    return text(all.length === 0 ? 'add-children.missing' : 'add-children.only-doubles');
  if (room !== null && names.length > room)
    return text('add-children.no-room', { count: names.length, room });
  if (names.length > auth.MAX_NICKNAMES)
    return text('add-children.too-many', { count: names.length, maximum: auth.MAX_NICKNAMES });
  return undefined;
}

function shorten(name: string): string {
  return `${name.slice(0, 20).replace(/[\ud800-\udbff]$/, '')}…`; // half a character
}

/** How many of those that come twice are named. */
const NAMED = 8;

interface DoublesProps {
  found: Nicknames;
  isKept: boolean;
  onKeep: (isKept: boolean) => void;
}

/** Says which nicknames come twice. Two children may have the same one, so it can be meant. */
function Doubles({ found: { doubles }, isKept, onKeep }: DoublesProps) {
  const t = useTexts();
  if (doubles.length === 0) return null;
  const named = doubles.slice(0, NAMED).map((name) => `\u2068${name}\u2069`); // each in its own direction
  const names = formatList(doubles.length > NAMED ? [...named, '…'] : named, 'unit');
  return (
    <>
      <Message kind="warn">{t('add-children.doubles', { count: doubles.length, names })}</Message>
      <Tick isOn={isKept} onChange={onKeep} label={t('add-children.keep-doubles')} />
    </>
  );
}

interface TickProps {
  isOn: boolean;
  label: string;
  onChange: (isOn: boolean) => void;
}

function Tick({ isOn, label, onChange }: TickProps) {
  return (
    <label className="choice">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </label>
  );
}
