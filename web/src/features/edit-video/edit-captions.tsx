import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { refreshVideos } from '../../api/refresh-videos.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { CaptionFields } from '../../parts/video-form/caption-fields.tsx';
import {
  CAPTION_FILES,
  findCaptionProblem,
  isSameLanguage,
  readCaption,
  toCaptionBody,
  type CaptionDraft,
} from '../../parts/video-form/captions.ts';
import styles from './edit-video.module.css';

/** The subtitles of a video. Each change is saved at once. */
export function EditCaptions({ video }: { video: catalog.Video }) {
  const t = useTexts();
  const [draft, setDraft] = useState<CaptionDraft | null>(null);
  const [sentence, setSentence] = useState<string>();
  const adding = useMutation({
    mutationFn: async (added: CaptionDraft) => {
      await call(catalog.putCaption, { params: { id: video.id }, body: toCaptionBody(added) });
      await refreshVideos();
    },
    onSuccess: () => setDraft(null),
    onError: (error) => setSentence(errorSentence(error)),
  });
  const choose = async (file: File) => {
    setSentence(undefined);
    await readCaption(file).then(setDraft, (failure: unknown) => setSentence(toReadFailure(failure)));
  };
  const add = () => {
    if (draft === null || adding.isPending) return;
    const problem = findCaptionProblem(draft);
    setSentence(problem);
    if (problem === undefined) adding.mutate(draft);
  };
  const replaced = video.captions.find(({ language }) => isSameLanguage(language, draft?.language ?? ''));
  return (
    <div className={styles.part}>
      <h3>{t('subtitles.legend')}</h3>
      {video.captions.length > 0 && (
        <ul className={styles.captions}>
          {video.captions.map((caption) => (
            <CaptionItem key={caption.id} videoId={video.id} caption={caption} onFailure={setSentence} />
          ))}
        </ul>
      )}
      {sentence !== undefined && <Message kind="bad">{sentence}</Message>}
      <Status className="small muted">{draft === null && adding.isSuccess && t('edit.saved')}</Status>
      {draft === null ? (
        <div className="row">
          <FileButton accept={CAPTION_FILES} onChoose={(file) => void choose(file)}>
            {t('subtitles.add-file')}
          </FileButton>
        </div>
      ) : (
        <CaptionFields
          draft={draft}
          hint={replaced && t('subtitles.replaces', { name: replaced.label, code: replaced.language })}
          onChange={setDraft}
        >
          <Button busy={adding.isPending} onClick={add}>
            {replaced === undefined ? t('subtitles.add') : t('subtitles.replace')}
          </Button>
          <Button variant="plain" onClick={() => setDraft(null)}>
            {t('subtitles.discard')}
          </Button>
        </CaptionFields>
      )}
    </div>
  );
}

function toReadFailure(failure: unknown): string {
  return failure instanceof Error ? failure.message : text('file.unreadable');
}

interface CaptionItemProps {
  videoId: string;
  caption: catalog.Caption;
  onFailure: (sentence: string | undefined) => void;
}

function CaptionItem({ videoId, caption, onFailure }: CaptionItemProps) {
  const t = useTexts();
  const removal = useMutation({
    mutationFn: async () => {
      await call(catalog.deleteCaption, { params: { id: videoId, captionId: caption.id } });
      await refreshVideos();
    },
    onMutate: () => onFailure(undefined),
    onError: (error) => {
      onFailure(errorSentence(error));
      void refreshVideos(); // someone else may have removed them
    },
  });
  return (
    <li>
      <span>
        <bdi>{caption.label}</bdi> <span className="muted small">{caption.language}</span>
      </span>
      <Button
        variant="danger"
        slim
        busy={removal.isPending}
        aria-label={t('subtitles.remove-label', { name: caption.label })}
        onClick={() => removal.mutate()}
      >
        {t('subtitles.remove-short')}
      </Button>
    </li>
  );
}
