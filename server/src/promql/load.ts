/** Loads what knows PromQL. */
export const loadPromql = () => import('./promqlBundle.ts');
