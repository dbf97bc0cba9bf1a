import { catalog, type Input } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { saySaved } from '../../ui/saved.tsx';
import { useEdited } from './use-edited.ts';
import styles from './status.module.css';

/** For superadmins: whether members comment on songs, and the words that hold a comment back. */
export function CommentsPanel() {
  const t = useTexts();
  const query = useCall(catalog.getCommentSettings, {}, { refetchOnWindowFocus: true });
  const settings = query.data?.settings;
  return (
    <section id="comment-settings" className={styles.part} aria-labelledby="comments">
      <h2 id="comments">{t('comment-settings.title')}</h2>
      {query.isError && !settings && (
        <LoadFailed
          title={t('comment-settings.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {settings && <CommentsForm saved={settings} />}
    </section>
  );
}

function CommentsForm({ saved }: { saved: catalog.CommentSettings }) {
  const t = useTexts();
  const edited = useEdited({ setting: saved.setting, words: saved.words.join('\n') });
  const { values, base } = edited;
  const { setting, words } = values;
  const save = useSave();
  return (
    <form
      className="panel"
      aria-label={t('comment-settings.title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (save.isPending) return;
        const changes = {
          ...((setting !== base.setting || !saved.isChosen) && { setting }),
          ...(words !== base.words && { words: toWords(words) }),
        };
        save.mutate(changes, { onSuccess: () => edited.settle(values) });
      }}
    >
      {save.error && <Message kind="bad">{errorSentence(save.error)}</Message>}
      {!saved.isChosen && <Message>{t('comment-settings.question')}</Message>}
      <Choices setting={setting} onChoose={(chosen) => edited.change({ setting: chosen })} />
      <p className="muted small">{t('comment-settings.children')}</p>
      <Words words={words} onType={(typed) => edited.change({ words: typed })} />
      {setting !== 'off' && (
        <p className="muted small">{t.rich('comment-settings.to-comments', { link: toComments })}</p>
      )}
      <Button type="submit" busy={save.isPending}>
        {t('comment-settings.save')}
      </Button>
    </form>
  );
}

interface ChoicesProps {
  setting: catalog.CommentSetting;
  onChoose: (setting: catalog.CommentSetting) => void;
}

function Choices({ setting, onChoose }: ChoicesProps) {
  const t = useTexts();
  return (
    <fieldset>
      <legend className="sr-only">{t('comment-settings.title')}</legend>
      {catalog.COMMENT_SETTINGS.map((one) => (
        <label key={one} className="choice">
          <input type="radio" name="setting" checked={one === setting} onChange={() => onChoose(one)} />
          <span>
            {t(`comment-settings.${one}`)}
            <small>{t(`comment-settings.${one}-hint`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Words({ words, onType }: { words: string; onType: (words: string) => void }) {
  const t = useTexts();
  return (
    <Field label={t('comment-settings.words')} hint={t('comment-settings.words-hint')}>
      {(control) => (
        <textarea
          {...control}
          name="words"
          dir="auto"
          value={words}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
}

function toComments(content: ReactNode) {
  return <Link to={paths.comments}>{content}</Link>;
}

/** Returns the words of a text, one a line, each once. */
function toWords(typed: string): string[] {
  return [...new Set(typed.split('\n').map((word) => word.trim()))].filter((word) => word !== '');
}

function useSave() {
  return useMutation({
    mutationFn: (body: Input<typeof catalog.putCommentSettings>['body']) =>
      call(catalog.putCommentSettings, { body }),
    onSuccess: async () => {
      await invalidate(
        catalog.getCommentSettings,
        catalog.getVideo,
        catalog.listModeration,
        catalog.listComments,
      );
      saySaved();
    },
  });
}
