/** When this process was started. */
export const STARTED_AT = new Date(Date.now() - performance.now()).toISOString();
