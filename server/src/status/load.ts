/** Loads what explains statuses, and checks filters of them. */
export const loadStatuses = () => import('./statusesBundle.ts');
