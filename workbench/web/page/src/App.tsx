/** Which page is shown: by the path of the address. */
import { words } from "./language";
import { more } from "./more";
import { Home } from "./pages/Home";
import { New } from "./pages/New";
import { Play } from "./pages/Play";
import { place } from "./router";
import { Go, Mark } from "./ui";

const LINKS = "links-";

export function App() {
  const { path, query, hash } = place.value;
  const table = /^\/t\/([^/]+)\/?$/.exec(path)?.[1];
  if (table) return <Play match={decodeURIComponent(table)} token={hash || null} />;
  if (path === "/new") {
    return (
      <New
        name={new URLSearchParams(query).get("game")}
        links={hash.startsWith(LINKS) ? hash.slice(LINKS.length) : null}
      />
    );
  }
  if (path === "/" || path === "/index.html") return <Home />;
  const found = more.at(path, new URLSearchParams(query), hash);
  if (found) return <>{found}</>;
  return (
    <div class="lobby">
      <header class="lobby-head"><Mark /></header>
      <main class="narrow">
        <h1>{words.value.nothingHere}</h1>
        <p><Go to="/">{words.value.home}</Go></p>
      </main>
    </div>
  );
}
