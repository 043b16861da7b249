/** The page begins here. */
import { render } from "preact";
import "./css/base.css";
import "./css/lobby.css";
import "./css/play.css";
import { App } from "./App";

const root = document.getElementById("page");
if (root) render(<App />, root);
