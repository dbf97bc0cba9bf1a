import type { catalog } from '@larksong/contracts';

import { formatList } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { toStage } from '../../parts/unit-stage.ts';
import { classNames } from '../../ui/class-names.ts';
import { areTogether, formatDone, toPercent } from './texts.ts';
import type { useMovingShares } from './use-moving-shares.ts';
import styles from './transcoding.module.css';

interface JobProgressProps {
  video: catalog.ProcessingVideo;
  toShown: ReturnType<typeof useMovingShares>;
}

/** The step and the bars of a video: one for all of its sizes while they advance together, otherwise one for each. */
export function JobProgress({ video, toShown }: JobProgressProps) {
  const t = useTexts();
  const { rungs, stage } = video;
  const isOne = areTogether(rungs);
  const names = formatList(
    rungs.map(({ resolution }) => resolution),
    'unit',
  );
  return (
    <div className={styles.wide}>
      <p className="row apart small">
        <span>
          {toStage(t, stage)} {isOne && <span className="muted">{names}</span>}
        </span>
        {rungs.length > 0 && (
          <span className={classNames('muted', styles.doneShare)}>
            {t('jobs.done', { share: formatDone(toShown(video)) })}
          </span>
        )}
      </p>
      {isOne ? (
        <Bar label={names || t('jobs.overall')} share={toShown(video)} />
      ) : (
        <div className={styles.rungs}>
          {rungs.map((rung) => (
            <Rung key={rung.resolution} label={rung.resolution} share={toShown(video, rung)} />
          ))}
        </div>
      )}
    </div>
  );
}

function Rung({ label, share }: { label: string; share: number }) {
  const t = useTexts();
  const percent = toPercent(share);
  return (
    <div className={classNames(styles.rung, percent === 100 && styles.done)}>
      <div>
        <strong>{label}</strong>
        <span className="muted">{percent === 100 ? t('jobs.ready') : formatDone(share)}</span>
      </div>
      <Bar label={label} share={share} />
    </div>
  );
}

function Bar({ label, share }: { label: string; share: number }) {
  // In thousandths, so that it moves smoothly.
  return <progress className={styles.bar} max={1000} value={Math.round(share * 1000)} aria-label={label} />;
}
