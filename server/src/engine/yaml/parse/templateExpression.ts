/**
 * Matches placeholders that tools replace with a value. Template engines and shells: `{{ }}`, `${VAR}`, `$(VAR)`,
 * `$VAR`. The Vault plugin of Argo CD: `<path:secret/data/aws#key>`. SOPS: `ENC[AES256_GCM,data:...]`. sed scripts:
 * `@NAME@`, `%NAME%`, `__NAME__`.
 */
export const templateExpressionPattern =
  /\{\{|\$\{|\$\(|^\$[A-Za-z_]\w*$|<path:[^<>\s#]+#[^<>]+>|^ENC\[AES256_GCM,|^(?:@[A-Z][A-Z0-9_]*@|%[A-Z][A-Z0-9_]*%|__[A-Z][A-Z0-9_]*__)$/;
