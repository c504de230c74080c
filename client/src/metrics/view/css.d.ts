/** Declares imports of CSS files, which esbuild bundles as strings. */
declare module '*.css' {
  const text: string;
  export default text;
}
