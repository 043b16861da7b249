/** Which page is shown: by the path of the address. */
import { Play } from "./pages/Play";
import { place } from "./router";

export function App() {
  const table = /^\/t\/([^/]+)\/?$/.exec(place.value.path);
  if (table?.[1]) return <Play match={decodeURIComponent(table[1])} token={place.value.hash || null} />;
  return <main><h1>Rulewright</h1></main>;
}
