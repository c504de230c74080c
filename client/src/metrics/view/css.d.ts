/** esbuild makes a text of a style. */
declare module '*.css' {
  const text: string;
  export default text;
}
