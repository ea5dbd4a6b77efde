/** Name and version of the package the page was built from. */
declare const __RECAST_PACKAGE__: { readonly name: string; readonly version: string };

declare module "*.css";

declare module "*?worker&inline" {
  /** The worker's script, gzipped, in base64. */
  const packed: string;
  export default packed;
}
