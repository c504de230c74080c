/** Loads what knows Rego and initdata. */
export const loadPolicy = () => import('./policyBundle.ts');
