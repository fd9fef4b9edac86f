//! Positions and rulebooks of board games as pictures and pages.
//!
//! ```text
//! game::View --scene--> Scene --draw--> SVG and HTML        a position, as one of the players sees it
//! Rules      --doc------------> Markdown and HTML           a rulebook, and what differs from it
//! ```

pub mod doc;
pub mod draw;
pub mod scene;
