/** Where the images of the game are, which the server keeps beside the rules of the match. */
let base = "";

/** From now on the images are those of these rules. */
export function imagesAt(address: string): void {
  base = address;
}

/** The address of an image by its path in the folder of the game. */
export function imageAt(path: string): string {
  return base + path.split("/").map(encodeURIComponent).join("/");
}
