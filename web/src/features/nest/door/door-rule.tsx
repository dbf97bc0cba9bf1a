import { catalog } from '@larksong/contracts';
import { useId, useState, type ReactNode } from 'react';

import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { useTexts } from '../../../lib/texts.ts';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { ListSign } from '../../../parts/list-sign.tsx';
import { createRandomId } from '../../../api/random-id.ts';
import { useForm } from '../../../parts/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Message } from '../../../ui/message.tsx';
import { Status } from '../../../ui/status.tsx';
import { findProblems, NO_PROBLEMS, toDraft, toRule } from '../../nest-rule/rule-draft.ts';
import { Tick as Switch, TimePart, type PartProps } from '../../nest-rule/time-part.tsx';
import { toErrors } from '../../nest-rule/to-errors.ts';
import { refreshAfterChange } from './door-calls.ts';
import styles from './door-rule.module.css';

interface DoorRuleProps {
  name: string;
  ruleId: string;
  rule: catalog.NestRule;
  version: number;
  onClose: () => void;
}

/** What a nest may see, and how long: lists that it may have, and what it has. Anything else is changed under Children. */
export function DoorRule(props: DoorRuleProps) {
  const { name, ruleId, rule, onClose } = props;
  const t = useTexts();
  const formId = useId();
  const { form, draft, setDraft, problems } = useRuleForm(props);
  const { rows } = draft.rule;
  const setRows = (changed: readonly catalog.NestRow[]) =>
    setDraft({ ...draft, rule: { ...draft.rule, rows: [...changed] } });
  return (
    <Dialog open title={t('door.rule-title', { name })} onClose={onClose}>
      <form {...form.props} id={formId} className={styles.form}>
        <Rows ruleId={ruleId} before={rule.rows} rows={rows} onChange={setRows} />
        {rows.length === 0 && <Message kind="warn">{t('door.nothing-chosen')}</Message>}
        <TimePart draft={draft} onChange={setDraft} problems={problems} />
        <Ways draft={draft} onChange={setDraft} />
        {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      </form>
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" form={formId} busy={form.isBusy}>
          {t('door.save')}
        </Button>
      </div>
    </Dialog>
  );
}

function useRuleForm({ ruleId: id, rule, version, onClose }: DoorRuleProps) {
  const [draft, setDraft] = useState(() => toDraft(rule));
  const [isChecked, setChecked] = useState(false);
  const problems = findProblems(draft);
  const form = useForm({
    defaults: { minutes: '', hours: '' }, // what the fields are called, for their errors
    check: () => {
      setChecked(true);
      return toErrors(problems);
    },
    send: async () => {
      await call(catalog.putDoorRule, { params: { id }, body: { rule: toRule(draft), version } });
    },
    onSent: async () => {
      await refreshAfterChange();
      onClose();
    },
    // Another grown-up may have changed it: the next try begins with that.
    onFailed: () => refreshAfterChange(),
  });
  return { form, draft, setDraft, problems: isChecked ? problems : NO_PROBLEMS };
}

/** With or without the game and search. Its letters, and how loud it may be, are chosen under Children. */
function Ways({ draft, onChange }: PartProps) {
  const t = useTexts();
  const { rule } = draft;
  const change = (changes: Partial<catalog.NestRule>) =>
    onChange({ ...draft, rule: { ...rule, ...changes } });
  return (
    <div>
      <Switch
        label={t('nest-rule.game')}
        isOn={rule.game.isOn}
        onTurn={(isOn) => change({ game: { ...rule.game, isOn } })}
      />
      <Switch
        label={t('nest-rule.search')}
        hint={t('nest-rule.search-hint')}
        isOn={rule.allowsSearch}
        onTurn={(allowsSearch) => change({ allowsSearch })}
      />
    </div>
  );
}

interface RowsProps {
  ruleId: string;
  before: readonly catalog.NestRow[];
  rows: readonly catalog.NestRow[];
  onChange: (rows: readonly catalog.NestRow[]) => void;
}

/** Ticks of all lists that the nest may have, and of what else it had. */
function Rows({ ruleId, before, rows, onChange }: RowsProps) {
  const t = useTexts();
  const { data, error } = useCall(catalog.listDoorChoices, { params: { id: ruleId } });
  if (error) return <Message kind="bad">{errorSentence(error)}</Message>;
  if (!data) return <Status className="muted small">{t('door.loading')}</Status>;
  const props = { rows, onChange };
  const rowOf = (listId: string): catalog.NestRow =>
    [...rows, ...before].find((row) => row.kind === 'list' && row.listId === listId) ?? {
      id: createRandomId(),
      kind: 'list',
      listId,
      isLearning: false,
    };
  return (
    <fieldset className={styles.rows}>
      <legend>{t('door.rows')}</legend>
      {data.lists.map((list) => (
        <Tick key={list.listId} row={rowOf(list.listId)} {...props}>
          <span dir="auto">{list.name}</span>
          <ListSign list={list} className={styles.sign} />
        </Tick>
      ))}
      {before.map((row) =>
        row.kind === 'list' ? null : (
          <Tick key={row.id} row={row} {...props}>
            {row.kind === 'tag'
              ? t.rich('door.tagged', { tag: <bdi>{row.tagValue}</bdi> })
              : t('door.everything')}
          </Tick>
        ),
      )}
    </fieldset>
  );
}

interface TickProps extends Pick<RowsProps, 'rows' | 'onChange'> {
  row: catalog.NestRow;
  children: ReactNode;
}

function Tick({ row, rows, onChange, children }: TickProps) {
  const isTicked = rows.some(({ id }) => id === row.id);
  const toggle = () => onChange(isTicked ? rows.filter(({ id }) => id !== row.id) : [...rows, row]);
  return (
    <label className="choice">
      <input type="checkbox" checked={isTicked} onChange={toggle} />
      {children}
    </label>
  );
}
