import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { saveFile } from '../../lib/save-file.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { collectOwnData } from './own-data.ts';

const FILE_NAME = 'larksong-data.json';

/** Lets the user download their data as one file. */
export function YourData() {
  const t = useTexts();
  const download = useMutation({
    mutationFn: collectOwnData,
    onSuccess: (data) => {
      const text = JSON.stringify(data, null, 2);
      saveFile(new Blob([text], { type: 'application/json' }), FILE_NAME);
    },
  });
  return (
    <section className="panel" aria-labelledby="your-data">
      <h2 id="your-data">{t('your-data.title')}</h2>
      <p>{t.rich('your-data.about', { link: toForParents })}</p>
      {download.isError && <Message kind="bad">{errorSentence(download.error)}</Message>}
      {download.isSuccess && <Message kind="good">{t('your-data.downloaded', { file: FILE_NAME })}</Message>}
      <div className="row">
        <Button variant="plain" busy={download.isPending} onClick={() => download.mutate()}>
          {!download.isPending && <Download className="icon" aria-hidden />}
          {t('your-data.download')}
        </Button>
      </div>
    </section>
  );
}

function toForParents(content: ReactNode): ReactNode {
  return <Link to={paths.forParents}>{content}</Link>;
}
