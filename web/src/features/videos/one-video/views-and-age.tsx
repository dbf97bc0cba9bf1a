import { formatViews } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';

/** The line below a title: `54 views · 3 days ago`. */
export function ViewsAndAge({ viewCount, age }: { viewCount: number; age: string }) {
  const t = useTexts();
  return (
    <span className="muted small">{t('video.views-and-age', { views: formatViews(viewCount), age })}</span>
  );
}
