//! What one player may know. Derived from what the places and the memory declare; nobody writes code to hide things.

/// A position as one player (or a bystander, who sees what all see) may know it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Who looks; none: a bystander.
    pub viewer: Option<usize>,
    /// Places in the order of the rules, every index of an indexed place by itself.
    pub places: Vec<PlaceView>,
    /// Tracks: name (`prestige`), indexes (`["anna"]`), value.
    pub tracks: Vec<Seen<i64>>,
    /// Memory that may be seen: name, indexes, value in the language's notation.
    pub memory: Vec<Seen<String>>,
    /// Who is asked now; none: chance, or the game is over.
    pub asked: Option<usize>,
}

/// A place in a view.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlaceView {
    /// `district`
    pub place: String,
    /// `["castello"]`; empty for a place without index.
    pub index: Vec<String>,
    /// The indexes as players read them: `["Castello"]`.
    pub shown: Vec<String>,
    /// What lies there, where the viewer may see it: name in notation (`aristocrat[anna]`), how players read it, how many. Sorts of which there is
    /// none are left out.
    pub things: Vec<(String, String, u32)>,
    /// How many things lie there altogether (also when they cannot be seen). Unlimited supplies: none.
    pub total: Option<u32>,
    /// Whether the viewer sees what they are.
    pub open: bool,
}

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seen<T> {
    /// `prestige`
    pub name: String,
    /// `["anna"]`
    pub index: Vec<String>,
    /// The value.
    pub value: T,
}
