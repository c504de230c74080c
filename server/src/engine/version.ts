/** Generated from package.json by `npm run generate`. Bundles would otherwise contain all of package.json. */
export const version = '0.1.0';
