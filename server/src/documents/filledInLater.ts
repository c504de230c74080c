/** What a template engine or a shell puts a value in place of: `{{ }}`, `${VAR}`, `$(VAR)`, `$VAR`. */
export const filledInLater = /\{\{|\$\{|\$\(|^\$[A-Za-z_]\w*$/;
