import { catalog, type auth } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { OwnAnimal, PlaceView } from '../nest/place.tsx';
import styles from './preview.module.css';

/** The place of a nest as its child sees it by the saved rule: a picture of it, in which nothing can be pressed. */
export function Preview({ face }: { face: auth.NestFace }) {
  const t = useTexts();
  const { data, error, refetch } = useCall(
    catalog.previewNest,
    { params: { id: face.id } },
    { staleTime: 0 },
  );
  if (!data && error)
    return (
      <Message kind="bad">
        <p>{errorSentence(error)}</p>
        <Button variant="plain" onClick={() => void refetch()}>
          {t('minutes.again')}
        </Button>
      </Message>
    );
  if (!data) return <Status className="muted small">{t('preview.loading')}</Status>;
  const count = data.rows.reduce((sum, { songCount }) => sum + songCount, 0);
  return (
    <>
      <div className={styles.glass} inert aria-hidden>
        <div>
          <PlaceView place={withoutMore(data)} title="">
            <OwnAnimal face={face} />
          </PlaceView>
        </div>
      </div>
      <p>{t('preview.songs', { count })}</p>
    </>
  );
}

/** Rows load further songs once their ends are seen, as the child; a picture of them does not. */
function withoutMore(place: catalog.NestPlace): catalog.NestPlace {
  return { ...place, rows: place.rows.map((row) => ({ ...row, nextCursor: null })) };
}
