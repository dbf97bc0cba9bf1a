import { catalog, isBlank } from '@larksong/contracts';
import { useId, useState } from 'react';

import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { useSession } from '../auth/session.ts';
import { HiddenSongs } from './hidden-songs.tsx';
import { changeLink, makeLink, toDay, toEnd } from './links.ts';

interface LinkDialogProps {
  listId: string;
  /** The link to change; without it, a new one is made. */
  link?: catalog.ListLink;
  /** The first name of a new link. */
  name?: string;
  onMade?: (link: catalog.ListLink) => void;
  onClose: () => void;
}

/** Makes a link, or changes it. Says before it is made what guests will not see. */
export function LinkDialog(props: LinkDialogProps) {
  const { listId, link, onClose } = props;
  const t = useTexts();
  const formId = useId();
  const [ticks, setTicks] = useState<Ticks>({
    showsOwn: link?.showsOwn ?? false,
    hasPreview: link?.hasPreview ?? true,
  });
  const form = useLinkForm(props, ticks);
  return (
    <Dialog open title={t(link ? 'link-dialog.edit' : 'link-dialog.new')} onClose={onClose}>
      <form {...form.props} id={formId} className="stack">
        {!link && <p>{t('share.what')}</p>}
        <Fields form={form} />
        <TickBoxes ticks={ticks} onChange={setTicks} />
        <HiddenSongs listId={listId} showsOwn={ticks.showsOwn} />
        {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      </form>
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" form={formId} busy={form.isBusy}>
          {t(link ? 'link-dialog.save' : 'link-dialog.make')}
        </Button>
      </div>
    </Dialog>
  );
}

function Fields({ form }: { form: ReturnType<typeof useLinkForm> }) {
  const t = useTexts();
  return (
    <>
      <Field label={t('link-dialog.name')} hint={t('link-dialog.name-hint')} error={form.errors.name}>
        {(control) => (
          <input
            {...control}
            {...form.field('name')}
            dir="auto"
            maxLength={catalog.MAX_LINK_NAME}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={t('share.ends-on')} hint={form.values.day === '' ? t('share.ends-never') : undefined}>
        {(control) => <input {...control} {...form.field('day')} type="date" />}
      </Field>
    </>
  );
}

type Ticks = Pick<catalog.ListLink, 'showsOwn' | 'hasPreview'>;

function TickBoxes({ ticks, onChange }: { ticks: Ticks; onChange: (ticks: Ticks) => void }) {
  const t = useTexts();
  const { mayUpload, isSuperadmin } = useSession();
  return (
    <>
      {mayUpload && (
        <Tick
          label={t(isSuperadmin ? 'link-dialog.own-superadmin' : 'link-dialog.own')}
          hint={t('link-dialog.own-hint')}
          isOn={ticks.showsOwn}
          onChange={(showsOwn) => onChange({ ...ticks, showsOwn })}
        />
      )}
      <Tick
        label={t('link-dialog.preview')}
        hint={t('link-dialog.preview-hint')}
        isOn={ticks.hasPreview}
        onChange={(hasPreview) => onChange({ ...ticks, hasPreview })}
      />
    </>
  );
}

function useLinkForm({ listId, link, name = '', onMade, onClose }: LinkDialogProps, ticks: Ticks) {
  return useForm<{ name: string; day: string }, catalog.ListLink | null>({
    defaults: {
      name: link?.name ?? name.slice(0, catalog.MAX_LINK_NAME).toWellFormed(),
      day: toDay(link?.endsAt ?? null),
    },
    check: (values) => only('name', isBlank(values.name) ? text('link-dialog.name-missing') : undefined),
    send: async (values) => {
      const choice = { name: values.name.trim(), endsAt: toEnd(values.day), ...ticks };
      if (!link) return await makeLink(listId, choice);
      const { endsAt, ...others } = choice;
      // The end of a link that has ended already stays, unless it is changed.
      await changeLink(listId, link.id, values.day === toDay(link.endsAt) ? others : { ...others, endsAt });
      return null;
    },
    onSent: (made) => {
      if (made) onMade?.(made);
      onClose();
    },
  });
}

interface TickProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Tick({ label, hint, isOn, onChange }: TickProps) {
  return (
    <label className="choice">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {label}
        <small>{hint}</small>
      </span>
    </label>
  );
}
