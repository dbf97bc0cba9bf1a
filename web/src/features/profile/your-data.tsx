import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';

import { saveFile } from '../../lib/save-file.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { collectOwnData } from './own-data.ts';

const FILE_NAME = 'larksong-data.json';

/** Lets the user download their data as one file. */
export function YourData() {
  const download = useMutation({
    mutationFn: collectOwnData,
    onSuccess: (data) => {
      const text = JSON.stringify(data, null, 2);
      saveFile(new Blob([text], { type: 'application/json' }), FILE_NAME);
    },
  });
  return (
    <section className="panel" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      <p>
        One file with your account, the devices on which you are signed in, and the videos that you have liked
        and watched. <Link to={paths.forParents}>For parents</Link> says what else is stored, and for how
        long.
      </p>
      {download.isError && <Message kind="bad">{errorSentence(download.error)}</Message>}
      {download.isSuccess && <Message kind="good">Your data has been downloaded as {FILE_NAME}.</Message>}
      <div className="row">
        <Button variant="plain" busy={download.isPending} onClick={() => download.mutate()}>
          {!download.isPending && <Download className="icon" aria-hidden />}
          Download my data
        </Button>
      </div>
    </section>
  );
}
