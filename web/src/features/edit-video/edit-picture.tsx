import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { sendBody } from '../../api/send-body.ts';
import { refreshVideos } from '../../api/refresh-videos.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { PICTURE_FILES, shrinkPicture } from '../../parts/video-form/picture.ts';
import styles from './edit-video.module.css';

/** The picture of a video. Each change is saved at once. */
export function EditPicture({ video }: { video: catalog.Video }) {
  const t = useTexts();
  const { id, thumbnail } = video;
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      if (file === null) await call(catalog.deleteThumbnail, { params: { id } });
      else await sendBody(catalog.putThumbnail, await shrinkPicture(file), { params: { id } });
      await refreshVideos();
    },
  });
  return (
    <div className={styles.part}>
      <h3>{t('picture.legend')}</h3>
      {thumbnail === null ? (
        <p className="muted">{t('picture.none')}</p>
      ) : (
        <img className="own-picture" src={thumbnail} alt={video.title} />
      )}
      <Status className="small muted">{change.isSuccess && t('edit.saved')}</Status>
      {change.isError && <Message kind="bad">{toSentence(change.error)}</Message>}
      <div className="row">
        <FileButton
          accept={PICTURE_FILES}
          busy={change.isPending && change.variables !== null}
          onChoose={(file) => change.mutate(file)}
        >
          {t('picture.choose')}
        </FileButton>
        <Button
          variant="plain"
          busy={change.isPending && change.variables === null}
          onClick={() => change.mutate(null)}
        >
          {t('picture.from-video')}
        </Button>
      </div>
    </div>
  );
}

/** Returns the message to show; a picture that this browser cannot read has its own. */
function toSentence(error: Error): string {
  return errorSentence(error, error.message);
}
