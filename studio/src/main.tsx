import "./style/base.css"; // first, so that the styles of screens come after it however the page is built
import { render } from "preact";
import { App } from "./app.js";

const place = document.getElementById("app");
if (place !== null) render(<App />, place);
