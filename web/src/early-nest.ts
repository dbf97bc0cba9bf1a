import { requestPlace } from './features/nest/early-place.ts';
import { listedFiles, preload } from './lib/preload.ts';

// A separate script of the pages of a browser in which a nest is; it runs while the other code is loading. The place comes
// first, since over HTTP/1 a browser requests only six files at once.
void requestPlace();
for (const file of listedFiles('nest-files')) preload(file);
